drawText('t', 'Plan', 0, 0, 5, { font: 'Helvetca Nue' })
