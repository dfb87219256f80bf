/** Options that several commands share. */
@NullMarked
package io.fairstream.cli.options;

import org.jspecify.annotations.NullMarked;
