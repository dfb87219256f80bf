@NullMarked
package io.fairstream.cli.publish;

import org.jspecify.annotations.NullMarked;
