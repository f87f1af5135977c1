// expect: module
import x from 'data:text/javascript,export default 1'
