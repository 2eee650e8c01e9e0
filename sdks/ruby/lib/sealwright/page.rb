# frozen_string_literal: true

module Sealwright
  # One page of a list. `each` goes on through all following pages.
  class Page
    include Enumerable

    # The objects of this page only, and the whole answer.
    attr_reader :data, :next_cursor, :answer

    def initialize(answer, &following)
      @answer = answer
      @data = answer.fetch("data")
      @next_cursor = answer["next_cursor"]
      @following = following
    end

    def more?
      @answer["has_more"] == true && !@next_cursor.nil?
    end

    # The page after this one, or nil at the end.
    def next_page
      @following.call(@next_cursor) if more?
    end

    def each(&block)
      return enum_for(:each) unless block

      page = self
      while page
        page.data.each(&block)
        page = page.next_page
      end
    end
  end
end
