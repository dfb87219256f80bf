/** The laws of the accounting, end to end over seeded random histories. */
@NullMarked
package io.fairstream.it.laws;

import org.jspecify.annotations.NullMarked;
