@NullMarked
package io.fairstream.cli.tables;

import org.jspecify.annotations.NullMarked;
