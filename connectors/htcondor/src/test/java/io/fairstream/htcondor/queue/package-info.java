@NullMarked
package io.fairstream.htcondor.queue;

import org.jspecify.annotations.NullMarked;
