/** Choice of the projects that a host works for. {@link io.fairstream.rules.assign.Chooser} chooses projects and gives reasons. */
@NullMarked
package io.fairstream.rules.assign;

import org.jspecify.annotations.NullMarked;
