/** {@code sink}: live copies of the topics in other systems. */
@NullMarked
package io.fairstream.cli.sink;

import org.jspecify.annotations.NullMarked;
