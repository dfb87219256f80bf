/** KAI scheduler: what it asks Prometheus, answered from priorities. */
@NullMarked
package io.fairstream.steering.kai;

import org.jspecify.annotations.NullMarked;
