@NullMarked
package io.fairstream.cli.events;

import org.jspecify.annotations.NullMarked;
