const area = eval('3 * 4')
