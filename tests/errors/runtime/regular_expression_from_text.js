const r = new RegExp('[')
