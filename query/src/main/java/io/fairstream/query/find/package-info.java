/** Search for named objects by a part of the name. */
@NullMarked
package io.fairstream.query.find;

import org.jspecify.annotations.NullMarked;
