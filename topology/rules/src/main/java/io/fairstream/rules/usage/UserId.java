package io.fairstream.rules.usage;

import org.jspecify.annotations.Nullable;

/**
 * The number of a user, as far as all who say one agree.
 *
 * @param number the number, or null when nobody said one or not all the same
 * @param isDisputed whether different numbers were said
 */
public record UserId(@Nullable Long number, boolean isDisputed) {
    /** Never said. */
    public static final UserId UNKNOWN = new UserId(null, false);

    UserId said(@Nullable Long said) {
        if (said == null || isDisputed || said.equals(number)) {
            return this;
        }
        return number == null ? new UserId(said, false) : new UserId(null, true);
    }
}
