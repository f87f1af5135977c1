// expect: module
import x from '/etc/passwd'
