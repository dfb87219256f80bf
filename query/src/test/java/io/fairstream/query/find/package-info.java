/** Whatever has a name, found by a part of it. */
@NullMarked
package io.fairstream.query.find;

import org.jspecify.annotations.NullMarked;
