defineLayer('walls', { colour: 'red' })
