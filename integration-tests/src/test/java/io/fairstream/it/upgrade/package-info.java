/** The release before and this one: side by side, and one after the other on the same data. */
@NullMarked
package io.fairstream.it.upgrade;

import org.jspecify.annotations.NullMarked;
