import { generatedApprovalsApi } from './generated/approvals';
import type { Member, PeoplePageAnswer } from './generated/people';
import { order, proof } from './live/tags';

export * from './generated/approvals';

/** The people of the caller's account. `whole` is false for an account with more people than were read. */
export type Team = { people: Member[]; whole: boolean };

/** The most pages of a team that are read, and the people of a page. */
const mostPages = 10;
const pageSize = 100;

/**
 * The calls about approval workflows with their cache tags. The route of an order changes with the order
 * and its proofs, whose live messages name the order.
 */
const approvalsApi = generatedApprovalsApi
  .enhanceEndpoints({
    endpoints: {
      workflows: { providesTags: ['Workflows'] },
      workflow: { providesTags: ['Workflows'] },
      saveWorkflow: { invalidatesTags: ['Workflows'] },
      retireWorkflow: { invalidatesTags: ['Workflows'] },
      discardWorkflow: { invalidatesTags: ['Workflows'] },
      publishWorkflow: { invalidatesTags: ['Workflows'] },
      chooseWorkflow: { invalidatesTags: ['Workflows'] },
      workflowTrial: { providesTags: ['Workflows'] },
      tryWorkflow: { invalidatesTags: ['Workflows'] },
      orderRoute: { providesTags: (_data, _error, { orderId }) => [{ type: 'Order', id: orderId }] },
      replaceApprover: { invalidatesTags: (_data, _error, { orderId }) => order(orderId) },
      decideStep: { invalidatesTags: (_data, _error, { orderId, attachmentId }) => proof(orderId, attachmentId) },
    },
  })
  .injectEndpoints({
    endpoints: (build) => ({
      team: build.query<Team, void>({
        async queryFn(_all, _api, _extra, query) {
          const people: Member[] = [];
          let after: string | undefined;
          for (let page = 0; page < mostPages; page++) {
            const { data, error } = await query({ url: '/people', params: { limit: pageSize, after } });
            if (error) return { error };
            const read = (data as PeoplePageAnswer).data;
            people.push(...read.people);
            after = read.next;
            if (!after) break;
          }
          return { data: { people, whole: !after } };
        },
        providesTags: [{ type: 'People', id: 'list' }],
      }),
    }),
  });

export const { useTeamQuery } = approvalsApi;
