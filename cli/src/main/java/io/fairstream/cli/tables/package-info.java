/** The tables as people and scripts see them. */
@NullMarked
package io.fairstream.cli.tables;

import org.jspecify.annotations.NullMarked;
