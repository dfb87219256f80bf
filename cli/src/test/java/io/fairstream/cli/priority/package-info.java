@NullMarked
package io.fairstream.cli.priority;

import org.jspecify.annotations.NullMarked;
