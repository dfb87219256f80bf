/** The topic catalogue against a cluster. */
@NullMarked
package io.fairstream.cli.topics;

import org.jspecify.annotations.NullMarked;
