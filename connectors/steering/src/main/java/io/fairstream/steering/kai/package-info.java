/** KAI scheduler: its Prometheus queries, answered from priorities. */
@NullMarked
package io.fairstream.steering.kai;

import org.jspecify.annotations.NullMarked;
