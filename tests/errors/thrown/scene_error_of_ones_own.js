throw new SceneError('the rooms overlap')
