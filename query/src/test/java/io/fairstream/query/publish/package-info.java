/** Tests of what is sent to others. */
@NullMarked
package io.fairstream.query.publish;

import org.jspecify.annotations.NullMarked;
