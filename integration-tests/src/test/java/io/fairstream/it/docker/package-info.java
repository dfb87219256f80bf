/** The image and the compose file, their commands and configuration started as processes. */
@NullMarked
package io.fairstream.it.docker;

import org.jspecify.annotations.NullMarked;
