/**
 * Not called through the client: pictures of orders (src/api/covers.ts), files (orders/useExport), forms of presets (src/api/presets.ts), the end of an upload
 * with its headers (src/api/upload.ts), calls whose suffix depends on the caller (src/api/account.ts), crashes
 * (src/app/report.ts), and what only other programs ask for.
 */
const without =
  /^(export|covers$|certificate$|events$|completeUpload$|avatar$|brandFile$|clientProfile$|validateImpersonation$|audit(Head|Proof|Growth)$|deleteVersionWithReason$|reportError$|invoicePdf$|(forgot|reset)Password$|(verifyEmail|requestVerification)$|(update|delete)Filter$|(archived|createArchived|updateArchived|deleteArchived)Filters?$|deleteProfile$)/;

/** Calls of pages that are fetched when they are wanted come with them, so that the first page is not larger for them. */
const proof =
  /^(guest|version(s)?$|decideVersion|deleteVersion|setAttachmentSettings|requestReview|(open|delete|resolve)Topic$|updateAnnotation|(add|delete|edit)Comment|editTopicMessage|inviteGuest|revokeGuest|mentions$|watermark$|setWatermark$|openPages$|makePicture$)/;
const desk =
  /^(audit|operations$|errorReports$|removeErrorReport$|paymentNotices$|replayPaymentNotice$|(retryR|r)efusedSteps$|removeRefusedStep$|autopsy$|(request|cancel)Rebuild$|(retry|skip)Parked$|save(Category|Service|Package)$)/;
const account =
  /^(setupState|setUp|acceptInvitation|chooseAccount|checkLink|ownAccounts|switchAccount|securityLog|askStepUp|stepUp|knowBrowser|resendVerification|saveProfile|company|saveCompany|changePassword|(save|remove)Avatar|sessions|endSession|endOtherSessions|takeSecondFactor|requestDeletion|takeBackDeletion|factors|(begin|confirm)(App|Passkey)|removeFactor|renewRecoveryCodes|signUp|changeEmail|confirmEmail|accountExport|requestAccountExport|accessTokens|(create|revoke)AccessToken)$/;
const people =
  /^((list|add)P(eople|erson)|(change|remove)?[pP]erson|(renew|copy)Invitation|moveWork|setNewOrders|resetFactors|impersonate|limitInvitations|requireSecondFactor|list(Customers|Clients)|(create|change)(Customer|Client)|(customer|client)Account|changeBranding|uploadBrandFile|setHosts|switchSignUp)$/;

const shell =
  /^(businessHours|officeHours|saveOfficeHours|announcements|listAnnouncements|(publish|preview|change|withdraw|dismiss)Announcement|saveTour|gettingStarted|build|images)$/;

const billing =
  /^(membership|choosePlan|cancel(Upgrade|Downgrade|Leave|Subscription)|takeLeave|reactivate|continueSubscription|plans|(create|revise|retire|reoffer)Plan|sellingTerms|saveSellingTerms|invoices?|soldInvoices|(pay|void|credit)Invoice|correctPayment|payments?|meterEvents|customerMembership|soldPacks|savePacks|retail|(stop|keep)AddOn|priceCart|checkout|hourlyOrders|hourlyCustomers|estimate|confirmEstimate|askForEstimate|payByCard|finishCardPayment|paymentMethods|addPaymentMethod|enterCard|changePaymentMethod|deletePaymentMethod)$/;

const reports = /^(orderReport|ordersBehind|operatorReport|ordersOfOperator)$/;
const approvals =
  /^(workflows?$|(save|retire|discard|publish|choose|try)Workflow$|workflowTrial$|orderRoute$|replaceApprover$|decideStep$)/;
const imports = /^(listImports|(begin|show|check|confirm|cancel)Import|addImportPart|importExample)$/;

const webhooks = /[wW]ebhook/;

/** The API client from the contract. Headers (CSRF, idempotency, position) are src/api/base.ts's own business. */
export default {
  schemaFile: '../api/openapi.yaml',
  apiFile: './src/api/base.ts',
  apiImport: 'baseApi',
  hooks: { queries: true, mutations: true },
  useUnknown: true,
  encodePathParams: true,
  endpointOverrides: [
    { pattern: /.*/, parameterFilter: (name, parameter) => parameter.in !== 'header' && name !== 'minPosition' },
  ],
  outputFiles: {
    './src/api/generated.ts': {
      exportName: 'generatedApi',
      filterEndpoints: (name) =>
        !without.test(name) &&
        ![proof, desk, account, people, shell, billing, reports, approvals, imports, webhooks].some((part) =>
          part.test(name),
        ),
    },
    './src/api/generatedProof.ts': {
      exportName: 'generatedProofApi',
      filterEndpoints: (name) => !without.test(name) && proof.test(name),
    },
    './src/api/generatedDesk.ts': {
      exportName: 'generatedDeskApi',
      filterEndpoints: (name) => !without.test(name) && desk.test(name),
    },
    './src/api/generatedAccount.ts': {
      exportName: 'generatedAccountApi',
      filterEndpoints: (name) => !without.test(name) && account.test(name),
    },
    './src/api/generatedShell.ts': {
      exportName: 'generatedShellApi',
      filterEndpoints: (name) => !without.test(name) && shell.test(name),
    },
    './src/api/generatedBilling.ts': {
      exportName: 'generatedBillingApi',
      filterEndpoints: (name) => !without.test(name) && billing.test(name),
    },
    './src/api/generatedReports.ts': {
      exportName: 'generatedReportsApi',
      filterEndpoints: (name) => !without.test(name) && reports.test(name),
    },
    './src/api/generatedImports.ts': {
      exportName: 'generatedImportsApi',
      filterEndpoints: (name) => !without.test(name) && imports.test(name),
    },
    './src/api/generatedApprovals.ts': {
      exportName: 'generatedApprovalsApi',
      filterEndpoints: (name) => !without.test(name) && approvals.test(name),
    },
    './src/api/generatedWebhooks.ts': {
      exportName: 'generatedWebhooksApi',
      filterEndpoints: (name) => !without.test(name) && webhooks.test(name),
    },
    './src/api/generatedPeople.ts': {
      exportName: 'generatedPeopleApi',
      filterEndpoints: (name) => !without.test(name) && people.test(name),
    },
  },
};
