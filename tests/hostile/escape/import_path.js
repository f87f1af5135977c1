// expect: module
import '../../../etc/passwd'
