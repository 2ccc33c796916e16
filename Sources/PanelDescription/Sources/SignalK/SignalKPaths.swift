// Sources. The paths of Signal K and the units of their values: https://signalk.org/specification/1.7.0/doc/vesselsBranch.html

/// The known paths of a vessel.
enum SignalKPaths {
  /// What is known of a value.
  struct Entry {
    /// `*` stands for a level of any name.
    let levels: [Substring]
    /// The member of a value that is an object; `nil` for the value itself.
    let member: Substring?
    /// As Signal K names it; `nil` for none.
    let unit: String?
    let isText: Bool

    /// The path with the names of another one in the place of its `*`.
    func path(like other: [Substring]) -> String {
      levels.indices.map { levels[$0] == "*" && $0 < other.count ? other[$0] : levels[$0] }.joined(separator: ".")
    }

    func fits(_ path: [Substring]) -> Bool {
      levels.count == path.count && levels.indices.allSatisfy { levels[$0] == "*" || levels[$0] == path[$0] }
    }
  }

  /// A unit, and all paths that have it; `-` is no unit, and a member stands behind a slash.
  private static let table = """
    m/s navigation.speedOverGround navigation.speedThroughWater navigation.speedThroughWaterTransverse
    m/s navigation.speedThroughWaterLongitudinal environment.wind.speedApparent environment.wind.speedTrue
    m/s environment.wind.speedOverGround environment.current/drift performance.polarSpeed performance.velocityMadeGood
    m/s performance.velocityMadeGoodToWaypoint performance.beatAngleVelocityMadeGood performance.beatAngleTargetSpeed
    m/s performance.gybeAngleVelocityMadeGood performance.gybeAngleTargetSpeed performance.targetSpeed
    m/s navigation.courseRhumbline.velocityMadeGood navigation.courseGreatCircle.velocityMadeGood
    m/s navigation.course.calcValues.velocityMadeGood
    rad navigation.courseOverGroundTrue navigation.courseOverGroundMagnetic navigation.headingTrue navigation.headingMagnetic
    rad navigation.headingCompass navigation.magneticVariation navigation.magneticDeviation navigation.leewayAngle
    rad navigation.attitude/roll navigation.attitude/pitch navigation.attitude/yaw
    rad navigation.courseRhumbline.bearingTrackTrue navigation.courseRhumbline.bearingTrackMagnetic
    rad navigation.courseGreatCircle.bearingTrackTrue navigation.courseGreatCircle.bearingTrackMagnetic
    rad navigation.courseRhumbline.nextPoint.bearingTrue navigation.courseRhumbline.nextPoint.bearingMagnetic
    rad navigation.courseGreatCircle.nextPoint.bearingTrue navigation.courseGreatCircle.nextPoint.bearingMagnetic
    rad navigation.course.calcValues.bearingTrue navigation.course.calcValues.bearingMagnetic
    rad navigation.course.calcValues.bearingTrackTrue navigation.course.calcValues.bearingTrackMagnetic
    rad environment.wind.angleApparent environment.wind.angleTrueGround environment.wind.angleTrueWater
    rad environment.wind.directionTrue environment.wind.directionMagnetic environment.wind.directionChangeAlarm
    rad environment.current/setTrue environment.current/setMagnetic
    rad performance.beatAngle performance.gybeAngle performance.targetAngle performance.leeway performance.tackTrue
    rad performance.tackMagnetic steering.rudderAngle steering.rudderAngleTarget steering.autopilot.deadZone
    rad steering.autopilot.backlash steering.autopilot.portLock steering.autopilot.starboardLock
    rad steering.autopilot.target.headingTrue steering.autopilot.target.headingMagnetic
    rad steering.autopilot.target.windAngleApparent steering.autopilot.target.windAngleTrue propulsion.*.drive.thrustAngle
    rad/s navigation.rateOfTurn
    deg navigation.position/latitude navigation.position/longitude
    deg navigation.anchor.position/latitude navigation.anchor.position/longitude
    deg navigation.courseRhumbline.nextPoint.position/latitude navigation.courseRhumbline.nextPoint.position/longitude
    deg navigation.courseGreatCircle.nextPoint.position/latitude navigation.courseGreatCircle.nextPoint.position/longitude
    m navigation.position/altitude navigation.anchor.position/altitude navigation.log navigation.trip.log
    m navigation.gnss.antennaAltitude navigation.gnss.geoidalSeparation navigation.closestApproach/distance
    m navigation.anchor.maxRadius navigation.anchor.currentRadius navigation.racing.distanceStartline
    m navigation.racing.layline.distance navigation.racing.oppositeLayline.distance
    m navigation.courseRhumbline.crossTrackError navigation.courseGreatCircle.crossTrackError
    m navigation.courseRhumbline.nextPoint.distance navigation.courseGreatCircle.nextPoint.distance
    m navigation.courseRhumbline.previousPoint.distance navigation.courseGreatCircle.previousPoint.distance
    m navigation.course.calcValues.crossTrackError navigation.course.calcValues.distance
    m environment.depth.belowKeel environment.depth.belowTransducer environment.depth.belowSurface
    m environment.depth.transducerToKeel environment.depth.surfaceToTransducer environment.heave
    m environment.tide.heightHigh environment.tide.heightNow environment.tide.heightLow design.airHeight design.beam
    K environment.outside.temperature environment.outside.dewPointTemperature environment.outside.heatIndexTemperature
    K environment.outside.apparentWindChillTemperature environment.outside.theoreticalWindChillTemperature
    K environment.inside.temperature environment.inside.dewPointTemperature environment.inside.heatIndexTemperature
    K environment.inside.*.temperature environment.inside.*.dewPointTemperature environment.inside.*.heatIndexTemperature
    K environment.water.temperature propulsion.*.temperature propulsion.*.oilTemperature propulsion.*.coolantTemperature
    K propulsion.*.exhaustTemperature propulsion.*.intakeManifoldTemperature propulsion.*.transmission.oilTemperature
    K electrical.batteries.*.temperature electrical.chargers.*.temperature electrical.alternators.*.temperature
    K electrical.solar.*.temperature electrical.inverters.*.dc.temperature tanks.*.*.temperature
    Pa environment.outside.pressure environment.inside.pressure environment.inside.*.pressure
    Pa propulsion.*.oilPressure propulsion.*.coolantPressure propulsion.*.boostPressure propulsion.*.fuel.pressure
    Pa propulsion.*.transmission.oilPressure tanks.*.*.pressure
    Hz propulsion.*.revolutions electrical.alternators.*.revolutions electrical.inverters.*.ac.frequency
    Hz electrical.ac.*.phase.*.frequency
    s propulsion.*.runTime navigation.closestApproach/timeTo navigation.gnss.differentialAge navigation.racing.timeToStart
    s navigation.racing.layline.time navigation.racing.oppositeLayline.time
    s navigation.racing.timePortDown navigation.racing.timePortUp navigation.racing.timeStbdDown navigation.racing.timeStbdUp
    s navigation.courseRhumbline.nextPoint.timeToGo navigation.courseGreatCircle.nextPoint.timeToGo
    s navigation.course.calcValues.timeToGo electrical.batteries.*.capacity.timeRemaining
    V electrical.batteries.*.voltage electrical.chargers.*.voltage electrical.alternators.*.voltage electrical.solar.*.voltage
    V electrical.solar.*.panelVoltage electrical.inverters.*.dc.voltage electrical.inverters.*.ac.lineNeutralVoltage
    V electrical.inverters.*.ac.lineLineVoltage electrical.chargers.*.setpointVoltage electrical.alternators.*.setpointVoltage
    V electrical.ac.*.phase.*.lineNeutralVoltage electrical.ac.*.phase.*.lineLineVoltage propulsion.*.alternatorVoltage
    A electrical.batteries.*.current electrical.chargers.*.current electrical.alternators.*.current electrical.solar.*.current
    A electrical.solar.*.panelCurrent electrical.solar.*.loadCurrent electrical.inverters.*.dc.current
    A electrical.inverters.*.ac.current electrical.chargers.*.setpointCurrent electrical.alternators.*.setpointCurrent
    A electrical.ac.*.phase.*.current
    W electrical.solar.*.panelPower electrical.batteries.*.power electrical.inverters.*.ac.realPower
    W electrical.inverters.*.ac.apparentPower electrical.inverters.*.ac.reactivePower electrical.ac.*.phase.*.realPower
    W electrical.ac.*.phase.*.apparentPower electrical.ac.*.phase.*.reactivePower
    J electrical.batteries.*.capacity.nominal electrical.batteries.*.capacity.actual electrical.batteries.*.capacity.remaining
    J electrical.batteries.*.capacity.dischargeLimit electrical.solar.*.yieldToday electrical.solar.*.yieldYesterday
    J electrical.solar.*.yieldTotal
    As electrical.batteries.*.capacity.dischargeSinceFull electrical.batteries.*.lifetimeDischarge
    As electrical.batteries.*.lifetimeRecharge
    ratio electrical.batteries.*.capacity.stateOfCharge electrical.batteries.*.capacity.stateOfHealth
    ratio environment.outside.relativeHumidity environment.outside.humidity environment.inside.relativeHumidity
    ratio environment.inside.*.relativeHumidity environment.water.salinity tanks.*.*.currentLevel
    ratio propulsion.*.engineLoad propulsion.*.engineTorque propulsion.*.drive.trimState
    ratio performance.polarSpeedRatio electrical.switches.*.dimmingLevel
    lx environment.outside.illuminance environment.inside.illuminance environment.inside.*.illuminance
    kg/m3 environment.outside.airDensity environment.inside.airDensity environment.inside.*.airDensity
    m3 tanks.*.*.capacity tanks.*.*.currentVolume propulsion.*.fuel.used
    m3/s propulsion.*.fuel.rate propulsion.*.fuel.economyRate propulsion.*.fuel.averageRate
    - navigation.gnss.satellites navigation.gnss.horizontalDilution navigation.gnss.positionDilution
    - propulsion.*.transmission.gearRatio electrical.switches.*.state environment.time.millis
    text name mmsi flag port uuid navigation.state navigation.datetime navigation.gnss.type navigation.gnss.methodQuality
    text navigation.gnss.integrity navigation.destination.commonName navigation.destination.eta navigation.trip.lastReset
    text communication.callsignVhf propulsion.*.state propulsion.*.label propulsion.*.transmission.gear steering.autopilot.state
    text steering.autopilot.mode environment.mode environment.tide.timeHigh environment.tide.timeLow tanks.*.*.type tanks.*.*.name
    text electrical.chargers.*.chargingMode electrical.solar.*.controllerMode electrical.inverters.*.inverterMode
    text electrical.batteries.*.name electrical.batteries.*.chemistry
    """

  static let entries: [Entry] = table.split(separator: "\n").flatMap { line in
    let words = line.split(separator: " ")
    let unit = words[0] == "-" || words[0] == "text" ? nil : String(words[0])
    return words.dropFirst().map { word in
      let parts = word.split(separator: "/")
      return Entry(
        levels: parts[0].split(separator: "."), member: parts.count > 1 ? parts[1] : nil, unit: unit,
        isText: words[0] == "text")
    }
  }
}
