/** {@code sink}: live copies of the topics elsewhere. */
@NullMarked
package io.fairstream.cli.sink;

import org.jspecify.annotations.NullMarked;
