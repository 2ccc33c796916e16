// Fonts and images are part of the layers' interface: one import has both.
@_exported import Packs
