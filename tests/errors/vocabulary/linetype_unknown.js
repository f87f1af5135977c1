defineLayer('walls', { linetype: 'dash' })
