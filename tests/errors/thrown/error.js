throw new Error('the plate is too small')
