/** Events from files into the input topics. */
@NullMarked
package io.fairstream.cli.events;

import org.jspecify.annotations.NullMarked;
