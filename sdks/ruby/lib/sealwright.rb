# frozen_string_literal: true

require_relative "sealwright/version"
require_relative "sealwright/errors"
require_relative "sealwright/webhooks"
require_relative "sealwright/resource"
require_relative "sealwright/resources"
require_relative "sealwright/page"
require_relative "sealwright/client"
