@NullMarked
package io.fairstream.cli.records;

import org.jspecify.annotations.NullMarked;
