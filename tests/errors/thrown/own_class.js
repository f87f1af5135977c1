class FitError extends Error {
  constructor(message) {
    super(message)
    this.name = 'FitError'
  }
}
throw new FitError('the shaft does not fit')
