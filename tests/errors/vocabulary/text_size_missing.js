drawText('t', 'Plan', 0, 0)
