/** Roles on a broker that denies what nobody has allowed. */
@NullMarked
package io.fairstream.it.access;

import org.jspecify.annotations.NullMarked;
