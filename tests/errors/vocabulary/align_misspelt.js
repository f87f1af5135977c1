drawText('t', 'Plan', 0, 0, 5, { align: 'centre' })
