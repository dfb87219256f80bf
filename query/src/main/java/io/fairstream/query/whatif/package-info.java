/** The same history under two configurations. */
@NullMarked
package io.fairstream.query.whatif;

import org.jspecify.annotations.NullMarked;
