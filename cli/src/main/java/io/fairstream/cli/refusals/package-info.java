/** Records that the topology refused or could not read: counted, with examples, and told. */
@NullMarked
package io.fairstream.cli.refusals;

import org.jspecify.annotations.NullMarked;
