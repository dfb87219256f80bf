/** Search for named things by a part of their name. */
@NullMarked
package io.fairstream.cli.find;

import org.jspecify.annotations.NullMarked;
