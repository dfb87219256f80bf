/** Search for named objects by a part of the name. */
@NullMarked
package io.fairstream.reports.find;

import org.jspecify.annotations.NullMarked;
