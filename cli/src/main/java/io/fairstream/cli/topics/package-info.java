/** The topic catalogue, compared with a cluster. */
@NullMarked
package io.fairstream.cli.topics;

import org.jspecify.annotations.NullMarked;
