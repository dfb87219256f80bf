/** Output of tables for people and scripts. */
@NullMarked
package io.fairstream.cli.tables;

import org.jspecify.annotations.NullMarked;
