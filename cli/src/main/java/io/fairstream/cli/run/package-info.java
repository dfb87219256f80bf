/** Commands under "Run it": the topology and its services, their topics, access, state and audit, and steering. */
@NullMarked
package io.fairstream.cli.run;

import org.jspecify.annotations.NullMarked;
