/** Several instances that share the work. */
@NullMarked
package io.fairstream.it.instances;

import org.jspecify.annotations.NullMarked;
