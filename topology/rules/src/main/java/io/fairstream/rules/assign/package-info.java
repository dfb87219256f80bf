/**
 * Which projects a host works for. {@link io.fairstream.rules.assign.Chooser} chooses, and says why.
 */
@NullMarked
package io.fairstream.rules.assign;

import org.jspecify.annotations.NullMarked;
