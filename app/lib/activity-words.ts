/** What an audit entry says to the person it is about. */
const words: Record<string, string> = {
  sign_up: 'Account created',
  email_verified: 'Email address confirmed',
  login: 'Signed in',
  login_failed: 'Sign-in failed',
  logout: 'Signed out',
  password_reset_request: 'Password reset asked for',
  password_reset: 'Password reset',
  password_changed: 'Password changed',
  profile_update: 'Profile changed',
  mfa_setup_started: 'Second factor set-up begun',
  mfa_enabled: 'Second factor turned on',
  mfa_disabled: 'Second factor turned off',
  mfa_verified: 'Second factor confirmed',
  mfa_failed: 'Second factor refused',
  backup_codes_regenerated: 'New backup codes made',
  session_revoked: 'Session ended',
  sessions_revoked: 'Other sessions ended',
  api_key_created: 'API key created',
  api_key_revoked: 'API key revoked',
  api_key_rotated: 'API key rotated',
  update_verification_status: 'Verification status changed',
  update_user_role: 'Role changed',
}

export const activityWords = (action: string) => words[action] ?? action.charAt(0).toUpperCase() + action.slice(1).replaceAll('_', ' ')
