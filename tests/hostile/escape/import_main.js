// expect: module
import 'main'
