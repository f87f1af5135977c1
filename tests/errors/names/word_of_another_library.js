const bounds = getBounds('plate')
