defineLayer('walls', { visible: 'yes' })
