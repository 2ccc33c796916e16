import CLinux

_ = unsafe write(1, "panel-ui\n", 9)
