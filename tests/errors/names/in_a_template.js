drawText('t', `width ${widht}`, 0, 0, 5)
const width = 5
